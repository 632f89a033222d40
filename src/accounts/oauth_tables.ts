// The names of our tables and columns for apps, as the library of OAuth wants them.
const dated = { createdAt: 'created_at', updatedAt: 'updated_at' }

/** What access and refresh tokens have in common. */
const issued = {
  clientId: 'client_id',
  sessionId: 'session_id',
  userId: 'user_id',
  referenceId: 'granted_org_id',
  authorizationCodeId: 'authorization_code_id',
  requestedUserInfoClaims: 'requested_user_info_claims',
  expiresAt: 'expires_at',
  createdAt: 'created_at',
}

export const oauth_tables = {
  oauthClient: {
    modelName: 'oauth_clients',
    fields: {
      clientId: 'client_id',
      clientSecret: 'client_secret',
      clientDiscoveryId: 'client_discovery_id',
      skipConsent: 'skip_consent',
      enableEndSession: 'enable_end_session',
      subjectType: 'subject_type',
      clientCredentialsScopes: 'client_credentials_scopes',
      userId: 'user_id',
      softwareId: 'software_id',
      softwareVersion: 'software_version',
      softwareStatement: 'software_statement',
      redirectUris: 'redirect_uris',
      postLogoutRedirectUris: 'post_logout_redirect_uris',
      backchannelLogoutUri: 'backchannel_logout_uri',
      backchannelLogoutSessionRequired: 'backchannel_logout_session_required',
      tokenEndpointAuthMethod: 'token_endpoint_auth_method',
      applicationType: 'application_type',
      jwksUri: 'jwks_uri',
      grantTypes: 'grant_types',
      responseTypes: 'response_types',
      requirePKCE: 'require_pkce',
      dpopBoundAccessTokens: 'dpop_bound_access_tokens',
      referenceId: 'reference_id',
      ...dated,
    },
  },
  oauthResource: {
    modelName: 'oauth_resources',
    fields: {
      accessTokenTtl: 'access_token_ttl',
      refreshTokenTtl: 'refresh_token_ttl',
      signingAlgorithm: 'signing_algorithm',
      signingKeyId: 'signing_key_id',
      allowedScopes: 'allowed_scopes',
      customClaims: 'custom_claims',
      dpopBoundAccessTokensRequired: 'dpop_bound_access_tokens_required',
      policyVersion: 'policy_version',
      ...dated,
    },
  },
  oauthClientResource: {
    modelName: 'oauth_client_resources',
    fields: { clientId: 'client_id', resourceId: 'resource_id', createdAt: 'created_at' },
  },
  oauthRefreshToken: {
    modelName: 'oauth_refresh_tokens',
    fields: {
      ...issued,
      rotatedAt: 'rotated_at',
      rotationReplayResponse: 'rotation_replay_response',
      rotationReplayExpiresAt: 'rotation_replay_expires_at',
      authTime: 'auth_time',
    },
  },
  oauthAccessToken: { modelName: 'oauth_access_tokens', fields: { ...issued, refreshId: 'refresh_id' } },
  oauthConsent: {
    modelName: 'oauth_grants',
    fields: {
      clientId: 'client_id',
      userId: 'user_id',
      referenceId: 'granted_org_id',
      requestedUserInfoClaims: 'requested_user_info_claims',
      ...dated,
    },
  },
  oauthClientAssertion: { modelName: 'oauth_assertions', fields: { expiresAt: 'expires_at' } },
}
