import type { PostImport } from '#domain/imports/contract.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { TestAnswer, TestApp, TestPerson } from './app.ts'
import type { TestProject } from './people.ts'

type FormFile = {
  readonly field: string
  readonly name: string
  readonly content: string | Buffer
  readonly fields?: Readonly<Record<string, string>>
}

/** Sends a form with one file, as a browser would. */
export const uploadFile = async <T>(
  { app, tokenOf }: Pick<TestApp, 'app' | 'tokenOf'>,
  person: TestPerson | null,
  path: string,
  { field, name, content, fields = {} }: FormFile,
): Promise<TestAnswer<T>> => {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append(field, new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  const encoded = new Response(form)
  const response = await app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      ...(person ? { authorization: `Bearer ${await tokenOf(person)}` } : {}),
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return { status: response.statusCode, ...response.json() }
}

/** Uploads a table of posts. */
export const uploadTable = (
  ...[kit, person, projectId, content, fields = {}]: [
    kit: TestApp,
    person: TestPerson | null,
    projectId: number,
    table: string | Buffer,
    fields?: Readonly<Record<string, string>>,
  ]
): Promise<TestAnswer<PostImport>> =>
  uploadFile(kit, person, `/projects/${projectId}/imports`, {
    field: 'table',
    name: 'posts.csv',
    content,
    fields,
  })

/** A table that was uploaded and checked. */
export const buildImport = async (db: Db, { projectId }: TestProject, userId: number): Promise<number> => {
  const file = { file_name: 'posts.csv', encoding: 'UTF-8', headers: JSON.stringify(['Message']) }
  const values = { ...file, project_id: projectId, user_id: userId, mapping: '{}' }
  const row = { ...values, date_order: 'day' as const }
  return (await db.insertInto('imports').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** The rows of an import, in the order of its table. */
export const readImportRows = (db: Db, importId: number) =>
  db
    .selectFrom('import_rows')
    .select(['draft', 'problems', 'notices'])
    .where('import_id', '=', importId)
    .orderBy('line')
    .execute()

/** What the calls on imports are sent, in the tables of calls. */
export const importBodies = {
  'POST /projects/{projectId}/imports': () => ({}),
  'POST /projects/{projectId}/imports/archive': () => ({}),
  'PUT /projects/{projectId}/imports/{importId}': () => ({ mapping: {}, date_order: 'day' }),
  'POST /projects/{projectId}/imports/{importId}/pictures': () => ({}),
  'POST /projects/{projectId}/imports/{importId}/start': () => ({ only_good: true }),
  'POST /projects/{projectId}/imports/{importId}/undo': () => ({}),
}
