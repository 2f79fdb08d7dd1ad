/** The audience of the embedded provider's access tokens. */
export const CLOUD_AUDIENCE = 'urn:acacia:cloud';
export const CONSOLE_CLIENT = 'acacia-console';
export const CONSOLE_SCOPES = 'openid profile email';
/** Lifetime of an access token, in seconds. */
export const ACCESS_TOKEN_SECONDS = 600;
/** Lifetime, in seconds, of a token that the machine's operator issues in a person's name. */
export const OPERATOR_TOKEN_SECONDS = 3600;
