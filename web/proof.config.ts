import { linkPage } from './approve.config.ts'

/** The page of a proof, built by itself like that of an approval link (docs/decisions/0182-a-proof-is-a-page-of-its-own.md). */
export default linkPage('proof')
