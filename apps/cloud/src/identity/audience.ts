/** The audience of the embedded provider's access tokens. */
export const CLOUD_AUDIENCE = 'urn:acacia:cloud';
export const CONSOLE_CLIENT = 'acacia-console';
/** The command line, which signs in by the device authorization grant. */
export const CLI_CLIENT = 'acacia-cli';
export const CONSOLE_SCOPES = 'openid profile email';
/** The claim of an access token that names its session (OpenID Connect Front-Channel Logout 1.0, section 3). */
export const SESSION_CLAIM = 'sid';
/** The claim of an access token that names the organisation that it is for. */
export const ORGANISATION_CLAIM = 'org_id';
/** Lifetime of an access token, in seconds. */
export const ACCESS_TOKEN_SECONDS = 600;
/** Lifetime, in seconds, of a token that the machine's operator issues in a person's name. */
export const OPERATOR_TOKEN_SECONDS = 3600;
