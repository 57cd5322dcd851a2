import { linkPage } from './approve.config.ts'

/** The page of a report, built by itself like that of an approval link: with the phrases that only reports say. */
export default linkPage('report', [])
