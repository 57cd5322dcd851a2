import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import mjml2html from 'mjml'

// npm run mails: compiles the markup of mails. The server reads the result, so that it neither needs the compiler nor waits for it.

const folder = path.resolve(import.meta.dirname, '../../server/src/platform/mail')

/** The file that the server reads, and its content. @throws when the markup is wrong */
export const compiledMail = async (): Promise<{ file: string; html: string }> => {
  const markup = await readFile(path.join(folder, 'mail.mjml'), 'utf8')
  // Without fonts: the compiler would load those that it knows by name from elsewhere, in the reader's mail program.
  const { html, errors } = await mjml2html(markup, {
    fonts: {},
    keepComments: true,
    validationLevel: 'strict',
  })
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  // Indentation is a third of what would be sent with every mail.
  const lean = html
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .join('\n')
  return { file: path.join(folder, 'mail.html'), html: `${lean}\n` }
}

if (process.argv[1] === import.meta.filename) {
  const { file, html } = await compiledMail()
  await writeFile(file, html)
}
