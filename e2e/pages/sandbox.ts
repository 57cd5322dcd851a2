import type { Page } from '@playwright/test'

/** The sandbox uses the port after Galley's, unless its address is given. */
export const sandboxUrl = (galley: string): string => {
  const { protocol, hostname, port } = new URL(galley)
  return process.env.E2E_SANDBOX_URL ?? `${protocol}//${hostname}:${Number(port) + 1}`
}

type DemoAccount = { readonly brand: string; readonly social_network: string; readonly external_id: string }

/** The sandbox's control calls, only for the first demo project's accounts. `galley` is the address of the server under test. */
export const sandboxNetworks = (page: Page, galley: string) => {
  const root = `${sandboxUrl(galley)}/sandbox`
  const send = async (path: string, data: object): Promise<void> => {
    const answer = await page.request.post(root + path, { data })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  }
  const accountOn = async (network: string): Promise<string> => {
    const { accounts } = (await (await page.request.get(`${root}/demo-accounts`)).json()) as {
      accounts: DemoAccount[]
    }
    const found = accounts.find(
      each => each.brand === 'Harbor Coffee Roasters' && each.social_network === network,
    )
    if (!found) throw new Error(`The sandbox has no Harbor on ${network}`)
    return found.external_id
  }
  return {
    /** Makes the next call that the fault affects fail; with `times` null, every one until the faults are cleared. */
    fail: async (network: string, fault: string, times: number | null = 1) =>
      send('/faults', { network, fault, times, account: await accountOn(network) }),
    clearFaults: async () => {
      await page.request.delete(`${root}/faults`)
    },
    expire: async (network: string) =>
      send('/tokens', { network, account: await accountOn(network), state: 'expired' }),
  }
}
