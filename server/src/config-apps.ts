import { z } from 'zod'
import { readPrivateKey } from '#server/identity/private-key.ts'
import { flag } from './config-values.ts'

// The variables of the apps at networks, sign-in providers and the design tool, by their sections (config-variables.ts).

export const facebook = {
  FACEBOOK_GRAPH_URL: z
    .url()
    .optional()
    .describe('default: the sandbox, in production https://graph.facebook.com'),
  FACEBOOK_VERSION: z
    .string()
    .default('v25.0')
    .describe('the version of the Graph API and of the browser SDK'),
  FACEBOOK_SDK_URL: z
    .url()
    .optional()
    .describe(
      'the login script; default: the sandbox’s, in production https://connect.facebook.net/en_US/sdk.js',
    ),
  FACEBOOK_APP_ID: z
    .string()
    .optional()
    .describe('the Facebook app, for Facebook and Instagram; default: the sandbox’s'),
  FACEBOOK_APP_SECRET: z.string().optional().describe('the Facebook app’s secret; default: the sandbox’s'),
  FACEBOOK_LOGIN_CONFIG_ID: z
    .string()
    .optional()
    .describe(
      'the configuration of Facebook Login for Business for connecting Facebook; default: permissions by name (Facebook Login)',
    ),
  INSTAGRAM_LOGIN_CONFIG_ID: z.string().optional().describe('the same for Instagram'),
  FACEBOOK_BUSINESS_PAGES: flag
    .optional()
    .describe(
      'also ask for business_management, and list pages that people reach only through a business; the app must have that permission',
    ),
}

export const linkedin = {
  LINKEDIN_API_URL: z
    .url()
    .optional()
    .describe('default: the sandbox, in production https://api.linkedin.com'),
  LINKEDIN_WEB_URL: z
    .url()
    .optional()
    .describe('where people log in; default: the sandbox, in production https://www.linkedin.com'),
  LINKEDIN_CLIENT_ID: z.string().optional().describe('the LinkedIn app; default: the sandbox’s'),
  LINKEDIN_CLIENT_SECRET: z.string().optional().describe('the LinkedIn app’s secret; default: the sandbox’s'),
  LINKEDIN_VERSION: z.string().default('202609').describe('the LinkedIn-Version header'),
}

export const twitter = {
  X_API_URL: z.url().optional().describe('default: the sandbox, in production https://api.x.com'),
  X_CONSUMER_KEY: z.string().optional().describe('the Twitter (X) app; default: the sandbox’s'),
  X_CONSUMER_SECRET: z.string().optional().describe('the Twitter (X) app’s secret; default: the sandbox’s'),
  X_MONTHLY_BUDGET: z.coerce
    .number()
    .positive()
    .optional()
    .describe(
      'US dollars a month for Twitter (X), shared among the agencies as they have accounts; an agency whose estimated cost has reached its share reads nothing more, while its posts still go out; default: no limit',
    ),
}

export const canva = {
  CANVA_CLIENT_ID: z
    .string()
    .optional()
    .describe(
      'the Canva integration, for design import; default: the sandbox’s; in production none, and no design import',
    ),
  CANVA_CLIENT_SECRET: z.string().optional().describe('the integration’s secret; default: the sandbox’s'),
  CANVA_API_URL: z
    .url()
    .optional()
    .describe('default: the sandbox, in production https://api.canva.com/rest/v1'),
  CANVA_WEB_URL: z
    .url()
    .optional()
    .describe('where people log in; default: the sandbox, in production https://www.canva.com/api'),
}

export const signIn = {
  GOOGLE_CLIENT_ID: z
    .string()
    .optional()
    .describe(
      'Sign in with Google: the OAuth client; default: the sandbox’s; in production none, and no button',
    ),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe('the OAuth client’s secret; default: the sandbox’s'),
  GOOGLE_ISSUER: z
    .url()
    .optional()
    .describe('default: the sandbox, in production https://accounts.google.com'),
  APPLE_CLIENT_ID: z
    .string()
    .optional()
    .describe(
      'Sign in with Apple: the Services ID; default: the sandbox’s; in production none, and no button',
    ),
  APPLE_TEAM_ID: z.string().optional().describe('the Apple developer team; default: the sandbox’s'),
  APPLE_KEY_ID: z.string().optional().describe('the id of APPLE_PRIVATE_KEY; default: the sandbox’s'),
  APPLE_PRIVATE_KEY: z
    .string()
    .refine(
      text => readPrivateKey(text) !== null,
      'must be the content of the .p8 file, in one line or several',
    )
    .optional()
    .describe(
      'the content of the key’s .p8 file, from which client secrets are made; default: the sandbox’s',
    ),
  APPLE_ISSUER: z.url().optional().describe('default: the sandbox, in production https://appleid.apple.com'),
}
