import { tableText } from '#domain/kernel/table-text.ts'
import { importFieldNames, importFields } from './columns.ts'

/** A table with the columns that an import takes, and an example. */
export const templateText = (): string =>
  tableText([
    importFields.map(field => importFieldNames[field]),
    [
      ...['summer-1', 'facebook, linkedin', 'Text', 'Summer hours: we are open until ten.', '', '', ''],
      ...['2030-06-30', '10:00', 'yes', ''],
    ],
  ])
