import { EDITOR_STATE_MAX } from './field-limits.ts'

/**
 * The message as the editor would serialise it: a paragraph for each line. Made of the text when it is saved, because to
 * serialise the editor after every key costs more than everything else a key does. Null if it is too long to be stored.
 */
export const editorStateOf = (message: string): string | null => {
  const paragraphs = message.split('\n').map(line => ({
    type: 'paragraph',
    version: 1,
    direction: null,
    format: '',
    indent: 0,
    textFormat: 0,
    textStyle: '',
    children: line === '' ? [] : [textNode(line)],
  }))
  const root = { type: 'root', version: 1, direction: null, format: '', indent: 0, children: paragraphs }
  const state = JSON.stringify({ root })
  return state.length > EDITOR_STATE_MAX ? null : state
}

const textNode = (text: string) => ({
  type: 'text',
  version: 1,
  detail: 0,
  format: 0,
  mode: 'normal',
  style: '',
  text,
})
