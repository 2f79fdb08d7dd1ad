/** What the access tokens of the embedded provider are for. */
export const CLOUD_AUDIENCE = 'urn:acacia:cloud';
export const CONSOLE_CLIENT = 'acacia-console';
export const CONSOLE_SCOPES = 'openid profile email';
/** Seconds that an access token is good for. */
export const ACCESS_TOKEN_SECONDS = 600;
/** The same, of one that the machine's operator takes for somebody. */
export const OPERATOR_TOKEN_SECONDS = 3600;
