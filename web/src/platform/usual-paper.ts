import type { ReportPaper } from '#domain/reports/model.ts'

/** Where people print on Letter; everywhere else it is A4. */
const letterRegions = ['US', 'CA', 'MX', 'CL', 'CO', 'CR', 'DO', 'GT', 'NI', 'PA', 'PH', 'PR', 'SV', 'VE']

/** The paper of the region that the browser's language is of. */
export const usualPaper = (language = navigator.language): ReportPaper =>
  letterRegions.includes(new Intl.Locale(language).maximize().region ?? '') ? 'letter' : 'a4'
