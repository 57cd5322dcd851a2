import {
  authorizeDesignTool,
  exportDesign,
  importMedia,
  returnFromDesign,
  startDesign,
} from '#domain/designs/contract.ts'
import { type Config, makeKey } from '#server/config.ts'
import { designRoutes } from '#server/features/designs/routes.ts'
import { mediaRoutes } from '#server/features/media/routes.ts'
import { startTestSandbox } from '#server/networks/testing.ts'
import { startTestApp, type TestPerson } from './app.ts'
import { buildCast } from './people.ts'
import { buildPost } from './posts.ts'

export type DesignKit = Awaited<ReturnType<typeof startDesignKit>>

const dana = 'auDAbliZ2rQNNOsUl5OLu'

const fieldsOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
    ),
  )

const postForm = async (url: string, form: Record<string, string>): Promise<URL> => {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  return new URL(answer.headers.get('location') ?? 'nowhere:', url)
}

export const plainDesign = {
  template: 'band',
  text: 'Autumn sale',
  small_text: 'Until Sunday',
  background: '#f4efe6',
  colour: '#1d3b2f',
}

/** Galley with the sandbox's design tool, and what a person does there. */
export const startDesignKit = async (config: Partial<Config> = {}) => {
  const sandbox = await startTestSandbox()
  const test = await startTestApp({
    routes: [...designRoutes, ...mediaRoutes],
    // The sandbox's tool uses the real time.
    now: new Date(),
    config: { TOKEN_KEY: makeKey(), sandboxUrl: sandbox.url, sandbox: true, ...config },
  })
  const cast = await buildCast(test.db)
  const post = await buildPost(test.db, cast.project, { status: 'draft' })
  const [postSocialId = 0] = post.socialIds
  const params = { projectId: cast.project.projectId }

  const start = (person: TestPerson, size = { width: 1080, height: 1080 }) =>
    test.ask(person, startDesign, {
      params,
      body: { post_social_id: postSocialId, title: 'Instagram post', ...size },
    })
  /** Decides on the consent page. @returns the query of Galley's callback page */
  const consent = async (link: string, choice: Record<string, string> = { person: dana }) => {
    const page = await (await fetch(link)).text()
    const back = await postForm(`${sandbox.url}/canva/api/oauth/authorize`, { ...fieldsOf(page), ...choice })
    return back.searchParams
  }
  const authorize = (person: TestPerson, query: URLSearchParams) =>
    test.ask(person, authorizeDesignTool, {
      body: { state: query.get('state') ?? '', code: query.get('code') },
    })
  /** The address of a new design, after consent if the person has not given it yet. */
  const openDesign = async (person: TestPerson, size?: { width: number; height: number }) => {
    const { data } = await start(person, size)
    if (!data.url.includes('/oauth/authorize')) return data.url
    const { data: authorized } = await authorize(person, await consent(data.url))
    return authorized.url ?? ''
  }
  /** Presses the button back to Galley. @returns what the tool signed */
  const leave = async (editUrl: string, design = plainDesign): Promise<string> => {
    const back = await postForm(editUrl, { ...design, next: 'return' })
    return back.searchParams.get('correlation_jwt') ?? ''
  }
  const comeBack = (person: TestPerson, correlation_jwt: string) =>
    test.ask(person, returnFromDesign, { body: { correlation_jwt } })
  const askExport = (person: TestPerson, designId: number) =>
    test.ask(person, exportDesign, { params: { ...params, designId } })
  /** Asks until the export is no longer in progress. */
  const exported = async (person: TestPerson, designId: number) => {
    for (;;) {
      const answer = await askExport(person, designId)
      if (answer.status !== 200 || answer.data.status === 'done') return answer
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
  const importOf = (person: TestPerson, body: { content_url: string; canva_design_id: string }) =>
    test.ask(person, importMedia, { params, body })
  return {
    sandbox,
    test,
    cast,
    params,
    postSocialId,
    postId: post.postId,
    start,
    consent,
    authorize,
    openDesign,
    leave,
    comeBack,
    askExport,
    exported,
    importOf,
    /** From the dialog to the exported picture, which is not imported yet. */
    makeDesign: async (person: TestPerson, size?: { width: number; height: number }) => {
      const editUrl = await openDesign(person, size)
      const { data: returned } = await comeBack(person, await leave(editUrl))
      const { data } = await exported(person, returned.design_id)
      const body = { content_url: data.content_url ?? '', canva_design_id: data.canva_design_id }
      return { editUrl, designId: returned.design_id, body }
    },
    addFault: (fault: string) => postForm(`${sandbox.url}/canva/faults`, { fault }),
    close: async () => {
      await test.close()
      await sandbox.close()
    },
  }
}
