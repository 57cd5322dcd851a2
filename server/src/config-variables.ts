import { isIP } from 'node:net'
import { z } from 'zod'
import { isAbn } from '#domain/billing/tax.ts'
import { mediaLimits } from '#domain/networks/media-limits.ts'
import { DEFAULT_LEAD_TIME_MINUTES } from '#domain/schedules/timing.ts'
import { canva, facebook, linkedin, signIn, twitter } from './config-apps.ts'
import { backups, data, keeping } from './config-data.ts'
import { count, flag } from './config-values.ts'

const port = count.min(0).max(65_535)
/** US$ as written, `29` or `4.50`, as whole cents. */
const dollars = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,2})?$/, 'must be US$, such as 29 or 4.50')
  .transform(text => Math.round(Number(text) * 100))
/** A network address or a block of them, `10.0.0.0/8`. */
const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return (
    most > 0 && more.length === 0 && (bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= most))
  )
}
const page = z.url({ protocol: /^https?$/ })

/** Only connections that stay on this machine may do without TLS. */
const isSafeAddress = (url: string): boolean =>
  url.startsWith('https://') || ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)

const where = {
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('production: no sandbox, no demo data'),
  ROLES: z
    .string()
    .default('web,worker')
    .transform(text => text.split(',').map(role => role.trim()))
    .pipe(z.array(z.enum(['web', 'worker'])).min(1))
    .describe('what this process does: web, worker, or both'),
  HOST: z.string().default('127.0.0.1').describe('the address to listen on'),
  PORT: port.default(4500).describe('the port to listen on'),
  PUBLIC_URL: z
    .url()
    .optional()
    .describe('where browsers and networks reach Galley; default http://HOST:PORT'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(text => text.split(',').map(part => part.trim()))
    .transform(parts => parts.filter(part => part !== ''))
    .refine(
      parts => parts.every(isNetwork),
      'must be network addresses or blocks such as 10.0.0.0/8, separated by commas',
    )
    .describe(
      'network addresses of proxies whose X-Forwarded-For is trusted, separated by commas, e.g. 10.0.0.0/8; this machine’s always is',
    ),
  METRICS_PORT: port
    .optional()
    .describe(
      'serve figures for Prometheus at /metrics on this port of HOST, without a session: no proxy may lead there; default: none',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('how much is logged'),
}

/** OpenTelemetry's own variables decide about the rest; its SDK reads them itself. */
const traces = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .optional()
    .describe('send traces to this OpenTelemetry collector, http://collector:4318; default: none are made'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .string()
    .optional()
    .describe('the same as the whole address, http://collector:4318/v1/traces'),
  OTEL_TRACES_EXPORTER: z
    .string()
    .optional()
    .describe('which exporters send traces: otlp, zipkin, console, or none; default: otlp with an address'),
  OTEL_SDK_DISABLED: z
    .string()
    .optional()
    .transform(text => text?.toLowerCase() === 'true')
    .describe('true: no traces, whatever else is set'),
}

const mail = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' })
    .optional()
    .describe('the mail server, smtp://user:password@host:587; default: the sandbox’s'),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]+$/, 'must be one line')
    .optional()
    .describe(
      'the sender of mails, e.g. Galley <galley@example.com>; default: no-reply at the host of PUBLIC_URL',
    ),
  MAIL_REPLY_TO: z.email().optional().describe('where replies to mails go; default: the sender'),
}

const rules = {
  LEAD_TIME_MINUTES: count
    .min(0)
    .default(DEFAULT_LEAD_TIME_MINUTES)
    .describe('how far ahead a post must be scheduled'),
  MEDIA_LIMITS: z
    .enum(mediaLimits)
    .default('document')
    .describe(
      'the largest and longest videos: document as specified (Twitter 15 MB, Instagram 60 s), or current as the networks take them today (Twitter 512 MB, Instagram 15 minutes)',
    ),
  SEND_UNDO_SECONDS: count
    .min(0)
    .max(300)
    .default(10)
    .describe('how long sending for approval can be undone, and approvers hear nothing of it; 0: no Undo'),
  TERMS_URL: page.optional().describe('your terms of use; default: a page that says there are none yet'),
  PRIVACY_URL: page
    .optional()
    .describe('your privacy policy; default: a page that says what the software stores'),
  SUPPORT_URL: page
    .optional()
    .describe(
      'your support site, for Go To Support; default: the sandbox’s; in production none, and no button',
    ),
  STATUS_PAGE: flag
    .default(false)
    .describe('a page at /status that tells everybody whether publishing to a network is delayed'),
}

const limits = {
  SIGN_IN_PER_MINUTE: count
    .min(1)
    .default(20)
    .describe('sign-in attempts per minute for each network address'),
  CALLS_PER_MINUTE: count
    .min(60)
    .default(1200)
    .describe('calls per minute for each person; five times as many for each network address'),
  UPLOADS_PER_MINUTE: count.min(1).default(120).describe('uploads per minute, for each person'),
  UPLOAD_MB_PER_PERSON: count.min(1).default(5000).describe('megabytes that a person may upload in 24 hours'),
  UPLOAD_MB_PER_PROJECT: count
    .min(1)
    .default(20_000)
    .describe('megabytes that may be uploaded to a project in 24 hours'),
  UPLOAD_TEMP_MB: count
    .min(500)
    .default(4000)
    .describe(
      'megabytes that the uploads under way may take in the folder for temporary files; one person may take half',
    ),
  UPLOAD_STALL_SECONDS: count
    .min(1)
    .default(30)
    .describe('an upload that brings less than 64 kB in this time is stopped'),
}

const sandbox = {
  SANDBOX: flag
    .optional()
    .describe('start the sandbox, which stands in for the networks; on by default, never in production'),
  SANDBOX_PORT: port.default(4600).describe('the port of the sandbox'),
  SANDBOX_SMTP_PORT: port
    .optional()
    .describe('the port of the sandbox’s mail server; default SANDBOX_PORT + 25, or any if that is taken'),
  DEMO: flag
    .optional()
    .describe('create a demo agency and logins in an empty database; on by default with the sandbox'),
}

const cards = {
  CARD_GATEWAY_KEY: z
    .string()
    .min(8)
    .optional()
    .describe(
      'the secret key of a Stripe account; default: the sandbox’s; in production none, and no card step',
    ),
  CARD_GATEWAY_PUBLIC_KEY: z
    .string()
    .regex(/^pk_\w+$/, 'must be a publishable key (pk_…)')
    .optional()
    .describe(
      'the publishable key of the same account: card numbers are then typed into the gateway’s own fields and never reach Galley',
    ),
  CARD_GATEWAY_SCRIPT: z
    .url()
    .refine(isSafeAddress, 'must be https, because card numbers are typed into it')
    .optional()
    .describe('the script of those fields; default: the sandbox’s, in production https://js.stripe.com/v3/'),
  RAW_CARD_NUMBERS: flag
    .optional()
    .describe(
      'let card numbers pass through Galley’s server, for a Stripe account with raw card data access; default: off in production, on elsewhere',
    ),
  CARD_GATEWAY_URL: z
    .url()
    .refine(isSafeAddress, 'must be https, because card numbers go there')
    .optional()
    .describe('default: the sandbox, in production https://api.stripe.com'),
  CARD_STEP: flag
    .optional()
    .describe('ask for a card before the first agency; on by default when a card gateway is configured'),
  CARD_GATEWAY_WEBHOOK_SECRET: z
    .string()
    .min(8)
    .optional()
    .describe(
      'the signing secret of the gateway’s webhook to PUBLIC_URL/webhooks/cards; default: the sandbox’s; without it changes are noticed at night only',
    ),
}

const plan = {
  PLAN_BASE_PRICE: dollars.prefault('29').describe('US$ a month for an agency, before users and accounts'),
  PLAN_USER_PRICE: dollars.prefault('5').describe('US$ a month for each user; clients are free'),
  PLAN_ACCOUNT_PRICE: dollars.prefault('5').describe('US$ a month for each connected social account'),
  SELLER_NAME: z.string().trim().min(1).default('Galley').describe('who sells, as invoices say'),
  SELLER_ADDRESS: z
    .string()
    .default('')
    .transform(text => text.split(';').map(line => line.trim()))
    .transform(lines => lines.filter(line => line !== ''))
    .describe('the seller’s address on invoices, its lines separated by semicolons'),
  SELLER_TAX_ID: z
    .string()
    .trim()
    .min(1)
    .optional()
    .describe('the seller’s tax number on invoices as it is to be printed, e.g. VAT DE123456789'),
  SELLER_ABN: z
    .string()
    .transform(text => text.replace(/\s/g, ''))
    .refine(isAbn, 'must be an Australian Business Number: 11 digits with a valid check')
    .optional()
    .describe(
      'the seller’s ABN, which a tax invoice must show; on invoices with GST, in place of SELLER_TAX_ID',
    ),
}

/** Every variable that the server reads, with its default, under the titles of `docs/guides/configuration.md`. Their texts are what it lists. */
export const variableSections = {
  'Where it runs': where,
  Data: data,
  Backups: backups,
  'How long things are kept': keeping,
  Mail: mail,
  Traces: traces,
  'What people see and may do': rules,
  Limits: limits,
  'Sandbox and demo': sandbox,
  'Facebook and Instagram': facebook,
  LinkedIn: linkedin,
  'Twitter (X)': twitter,
  'Design import (Canva)': canva,
  'Sign in with Google and Apple': signIn,
  Cards: cards,
  'Plan and invoices': plan,
}

export const variables = z.object({
  ...where,
  ...data,
  ...backups,
  ...keeping,
  ...mail,
  ...traces,
  ...rules,
  ...limits,
  ...sandbox,
  ...facebook,
  ...linkedin,
  ...twitter,
  ...canva,
  ...signIn,
  ...cards,
  ...plan,
})
