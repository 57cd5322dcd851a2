import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What each line of the log says of the request, job or publication that wrote it. `request`: the one that began it, also in the jobs that
 * follow. Work that is done for several publications at once names each of them itself.
 */
export type LogContext = {
  readonly request?: string
  readonly queue?: string
  readonly job?: string
  readonly publication?: number
  readonly post?: number
}

const contexts = new AsyncLocalStorage<LogContext>()

/** Runs the work, and whatever it waits for, with these fields in its lines. */
export const withLogContext = <T>(context: LogContext, work: () => T): T => contexts.run(context, work)

/** Empty outside requests and jobs. */
export const logContext = (): LogContext => contexts.getStore() ?? {}
