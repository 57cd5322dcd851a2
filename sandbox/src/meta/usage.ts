import type { SandboxAccount } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'

const hour = 3_600_000
const callsPerHour = 200 * 24

/** Usage headers as percentages of the hourly budget. They grow with use, but no call is refused for it; a fault does that. */
export function countUsage(sandbox: Sandbox): (account?: SandboxAccount) => Record<string, string> {
  let windowStart = 0
  let calls = 0
  return account => {
    if (sandbox.now() - windowStart > hour) {
      windowStart = sandbox.now()
      calls = 0
    }
    calls++
    return usageHeaders(account, calls)
  }
}

function usageHeaders(account: SandboxAccount | undefined, calls: number): Record<string, string> {
  const share = Math.min(Math.ceil((calls / callsPerHour) * 100), 79)
  const usage = {
    call_count: share,
    total_time: Math.ceil(share * 0.9),
    total_cputime: Math.ceil(share * 0.8),
  }
  const page = {
    type: account?.network === 'instagram' ? 'instagram' : 'pages',
    ...usage,
    estimated_time_to_regain_access: 0,
  }
  return {
    'x-app-usage': JSON.stringify(usage),
    ...(account && { 'x-business-use-case-usage': JSON.stringify({ [account.id]: [page] }) }),
  }
}
