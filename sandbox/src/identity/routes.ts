import type { FastifyInstance } from 'fastify'
import { send } from '../platform/publish.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { decide, type Identity, showChooser } from './authorization.ts'
import { createMemory } from './codes.ts'
import { apple, google } from './provider.ts'
import { issuerOf, issueTokens } from './token.ts'

/** `/identity/google` and `/identity/apple`: OpenID providers, each with its own URLs and answers. */
export function registerIdentity(app: FastifyInstance, sandbox: Sandbox): void {
  for (const provider of [google, apple]) {
    const identity: Identity = { sandbox, provider, memory: createMemory(provider.name) }
    app.register(async scope => registerOne(scope, identity), { prefix: `/${provider.name}` })
  }
}

function registerOne(app: FastifyInstance, identity: Identity): void {
  const { provider, memory } = identity
  app.get('/.well-known/openid-configuration', () => {
    const issuer = issuerOf(identity)
    return {
      issuer,
      authorization_endpoint: issuer + provider.authorizePath,
      token_endpoint: issuer + provider.tokenPath,
      jwks_uri: issuer + provider.keysPath,
      response_types_supported: ['code'],
      subject_types_supported: [provider.name === google.name ? 'public' : 'pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      ...provider.metadata,
    }
  })
  app.get(provider.keysPath, async () => ({ keys: [(await memory.key()).publicJwk] }))
  app.get(provider.authorizePath, (request, reply) => showChooser(identity, request, reply))
  app.post(provider.authorizePath, (request, reply) => decide(identity, request, reply))
  app.post(provider.tokenPath, async (request, reply) => send(reply, await issueTokens(identity, request)))
}
