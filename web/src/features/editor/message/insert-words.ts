import {
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  getNearestEditorFromDOMNode,
  HISTORY_PUSH_TAG,
  type PointType,
} from 'lexical'

/**
 * Writes words into the message with this id, as if they were typed: at the caret, after what is selected, or at the end. They are
 * undone in one step, and the message has the focus afterwards.
 */
export const insertWords = (id: string, words: string): void => {
  const editor = getNearestEditorFromDOMNode(document.getElementById(id))
  if (!editor) throw new Error(`There is no message editor with the id ${id}`)
  editor.update(() => $insertWords(words), { tag: HISTORY_PUSH_TAG, discrete: true })
  editor.focus()
}

/** Writes a text into the message with this id as it is: in the place of what is selected, at the caret, or at the end. */
export const insertText = (id: string, text: string): void => {
  const editor = getNearestEditorFromDOMNode(document.getElementById(id))
  if (!editor) throw new Error(`There is no message editor with the id ${id}`)
  editor.update(
    () => {
      const found = $getSelection()
      const selection = $isRangeSelection(found) ? found : $getRoot().selectEnd()
      selection.insertText(text)
    },
    { tag: HISTORY_PUSH_TAG, discrete: true },
  )
  editor.focus()
}

const $insertWords = (words: string): void => {
  const found = $getSelection()
  const selection = $isRangeSelection(found) ? found : $getRoot().selectEnd()
  const { key, offset, type } = selection.isBackward() ? selection.anchor : selection.focus
  selection.anchor.set(key, offset, type)
  selection.focus.set(key, offset, type)
  const { before, after } = $charactersAround(selection.anchor)
  selection.insertText(`${/\S/.test(before) ? ' ' : ''}${words}${/\S/.test(after) ? ' ' : ''}`)
}

/** The characters beside a place within its line, empty at its ends. */
const $charactersAround = (point: PointType): { before: string; after: string } => {
  const node = point.getNode()
  if ($isElementNode(node)) {
    const [before, after] = [point.offset - 1, point.offset].map(index => node.getChildAtIndex(index))
    return {
      before: before?.getTextContent().slice(-1) ?? '',
      after: after?.getTextContent().slice(0, 1) ?? '',
    }
  }
  const text = node.getTextContent()
  return {
    before:
      text.slice(0, point.offset).slice(-1) || (node.getPreviousSibling()?.getTextContent().slice(-1) ?? ''),
    after:
      text.slice(point.offset, point.offset + 1) ||
      (node.getNextSibling()?.getTextContent().slice(0, 1) ?? ''),
  }
}
