import type { TestAnswer, TestApp, TestPerson } from '../app.ts'

type TestFile = { readonly name: string; readonly type: string; readonly bytes: Buffer }

/** Sends a multipart form with pictures under `attachments[]`, as a browser would. `by`: a person, or the secret of an approval link. */
export const sendForm = async <T>(
  { app, tokenOf }: TestApp,
  by: TestPerson | string,
  { path, fields, files }: { path: string; fields: Record<string, string>; files: readonly TestFile[] },
): Promise<TestAnswer<T>> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { name, type, bytes } of files)
    form.append('attachments[]', new Blob([new Uint8Array(bytes)], { type }), name)
  const encoded = new Response(form)
  const response = await app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${typeof by === 'string' ? by : await tokenOf(by)}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return { status: response.statusCode, ...response.json() }
}
