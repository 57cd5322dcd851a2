import type { Db, Tx } from '#server/platform/db/database.ts'
import { inTransaction } from './transaction.ts'

/** A call's handler for its GET twin, whose query holds what the call has in its body (docs/product/api.md "Twins"). */
export const byQuery =
  <B, C, A>(handler: (input: { readonly body: B }, call: C) => Promise<A>) =>
  ({ query }: { readonly query: B }, call: C): Promise<A> =>
    handler({ body: query }, call)

/** A handler for a GET that changes something as well: a GET is given no transaction, so the handler gets one of its own. */
export const byGet =
  <I, C extends { readonly tx: Tx }, A>(handler: (input: I, call: C) => Promise<A>) =>
  (input: I, call: Omit<C, 'tx'> & { readonly db: Db }): Promise<A> =>
    inTransaction(call.db, tx => handler(input, { ...call, tx } as unknown as C))
