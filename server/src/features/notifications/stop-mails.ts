import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type ClientLanguage,
  isClientLanguage,
  preferredLanguage,
} from '#domain/kernel/languages/languages.ts'
import { localeOf, type Words } from '#domain/kernel/languages/words.ts'
import { kindDetails, notificationKinds } from '#domain/notifications/kinds.ts'
import type { Config } from '#server/config.ts'
import { readLanguage } from '#server/features/projects/client-language.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { allowStyles, styleHashOf } from '#server/platform/http/pages/policy.ts'
import { pageHtml } from '#server/platform/http/pages/policy-html.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { findPersonScope } from '#server/platform/session/person-scope.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { signerOf } from '#server/platform/session/signer.ts'
import { wordsOf } from '#server/platform/words.ts'
import { storeChoice } from './save-setting.ts'
import { kindsIn, readChoices } from './settings.ts'

const PATH = '/stop-mails'
/** Whose mails, and about which projects: those that the mail is about. */
type Stopped = { readonly userId: number; readonly projectIds: readonly number[] }

const listOf = ({ projectIds }: Stopped): string => projectIds.join('-')
const textOf = (whose: Stopped): string => `${whose.userId} ${listOf(whose)}`

/** Where mails about projects are stopped without signing in, by anyone who has one of them (docs/product/notifications.md "Mails"). */
export const stopMailsUrl = (config: Config, whose: Stopped): string => {
  const signature = signerOf(config).sign('stop mails', textOf(whose))
  return `${config.publicUrl}${PATH}?person=${whose.userId}&project=${listOf(whose)}&signature=${signature}`
}

/** Opening it changes nothing, since mail scanners open links; mail programs send the form by themselves (RFC 8058). */
export const registerStopMails = (app: FastifyInstance, services: Services): void => {
  app.register(async pages => {
    pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 2_000 }, (_request, _body, done) =>
      done(null, null),
    )
    const { db } = services
    pages.get(PATH, async (request, reply) =>
      answer({ request, reply, db }, await findStopChoice(request, services), ask),
    )
    pages.post(PATH, async (request, reply) => {
      const choice = await findStopChoice(request, services)
      if (choice) await stop(choice, services)
      return answer({ request, reply, db }, choice, stopped)
    })
  })
}

/** The projects that the person is still in. */
type StopChoice = { readonly userId: number; readonly scopes: readonly ProjectScope[] }

const findStopChoice = async (
  request: FastifyRequest,
  { db, config }: Services,
): Promise<StopChoice | null> => {
  const { person, project, signature } = request.query as Record<string, unknown>
  const whose = { userId: Number(person), projectIds: String(project).split('-').map(Number) }
  if (typeof signature !== 'string' || !signerOf(config).isSigned('stop mails', textOf(whose), signature))
    return null
  const scopes: ProjectScope[] = []
  for (const projectId of whose.projectIds) {
    const found = await findPersonScope(db, { userId: whose.userId, projectId })
    if (found) scopes.push(found.scope)
  }
  return scopes.length > 0 ? { userId: whose.userId, scopes } : null
}

const accountKinds = notificationKinds.filter(kind => kindDetails[kind].type === 'account')

const stop = ({ userId, scopes }: StopChoice, services: Services): Promise<void> =>
  inTransaction(services.db, async tx => {
    for (const scope of scopes) await stopIn(tx, userId, scope)
  })

const stopIn = async (tx: Tx, userId: number, scope: ProjectScope): Promise<void> => {
  const { projectId, timezone: zone } = scope
  const choiceOf = await readChoices(tx, [userId], projectId)
  for (const kind of kindsIn(scope).filter(one => kindDetails[one].type === 'project'))
    await storeChoice(tx, {
      userId,
      projectId,
      kind,
      zone,
      choice: { ...choiceOf(userId, kind), is_on: false },
    })
  await tx
    .updateTable('notifications')
    .set({ mail_at: null })
    .where('user_id', '=', userId)
    .where('project_id', '=', projectId)
    // Notifications about the account stay on, so they are still mailed.
    .where('kind', 'not in', accountKinds)
    .execute()
}

const namesOf = ({ scopes }: StopChoice, { language }: Words): string =>
  new Intl.ListFormat(localeOf(language)).format(scopes.map(({ projectName }) => projectName))

type Texts = Pick<Parameters<typeof pageHtml>[0], 'title' | 'paragraphs' | 'button'>

const ask = (choice: StopChoice, words: Words): Texts => ({
  title: words.say('Stop mails about {projects}?', { projects: namesOf(choice, words) }),
  paragraphs: [
    words.say(
      'You will get no more mails about these posts. You can turn them back on in Galley under Notifications.',
    ),
  ],
  button: words.say('Stop these mails'),
})

const stopped = (choice: StopChoice, words: Words): Texts => ({
  title: words.say('Stopped'),
  paragraphs: [
    words.say(
      'You will get no more mails about {projects}. You can turn them back on in Galley under Notifications.',
      { projects: namesOf(choice, words) },
    ),
  ],
})

const unknown = ({ say }: Words): Texts => ({
  title: say('This link does not work'),
  paragraphs: [
    say('It is incomplete, or you no longer belong to the project. Sign in to change which mails you get.'),
  ],
})

const queryOf = ({ query }: FastifyRequest) => query as Readonly<Record<string, unknown>>

/** The one chosen on this page, or that of the mails; where the link opens nothing, one of the browser's. */
const languageOf = async (
  request: FastifyRequest,
  choice: StopChoice | null,
  db: Reader,
): Promise<ClientLanguage> => {
  const chosen = String(queryOf(request).language)
  if (isClientLanguage(chosen)) return chosen
  const [scope] = choice?.scopes ?? []
  if (choice && scope)
    return scope.role === 'external-approver'
      ? readLanguage(db, { userId: choice.userId, projectId: scope.projectId })
      : 'en'
  return preferredLanguage(String(request.headers['accept-language'] ?? '').split(/[\s,]+/))
}

/** The same link in another language. */
const addressIn = (request: FastifyRequest, language: ClientLanguage): string => {
  const { person, project, signature } = queryOf(request)
  const query = Object.entries({ person, project, signature, language }).filter(
    (each): each is [string, string] => typeof each[1] === 'string',
  )
  return `${PATH}?${new URLSearchParams(query)}`
}

const answer = async (
  { request, reply, db }: { request: FastifyRequest; reply: FastifyReply; db: Reader },
  choice: StopChoice | null,
  texts: typeof ask,
) => {
  const language = await languageOf(request, choice, db)
  const words = wordsOf(language)
  const html = pageHtml({
    ...(choice ? texts(choice, words) : unknown(words)),
    contact: undefined,
    language,
    inLanguage: other => addressIn(request, other),
  })
  return allowStyles(reply, styleHashOf(html))
    .code(choice ? 200 : 404)
    .type('text/html')
    .header('cache-control', 'no-store')
    .send(html)
}
