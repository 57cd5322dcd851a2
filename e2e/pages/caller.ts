import { type APIRequestContext, expect } from '@playwright/test'
import { DEMO_PASSWORD, demoLogins } from '#server/demo/people.ts'

/** Calls the API as one of the demo's people. @throws when it refuses */
export async function callerAs(request: APIRequestContext, galley: string, role: string) {
  const email = demoLogins.find(login => login.role === role)?.email
  const signedIn = await request.post(`${galley}/api/auth/signin`, {
    data: { email, password: DEMO_PASSWORD },
  })
  const { token } = (await signedIn.json()).data
  return async (path: string, data: object | null, method: 'post' | 'put' | 'get' = 'post') => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await request[method](`${galley}/api${path}`, { headers, ...(data ? { data } : {}) })
    expect(answer.status(), `${path} answers ${await answer.text()}`).toBeLessThan(300)
    return (await answer.json()).data
  }
}
