import {
  $createLineBreakNode,
  $createTextNode,
  $getRoot,
  $getSelection,
  $isParagraphNode,
  $isRangeSelection,
  createEditor,
  HISTORY_MERGE_TAG,
  type LexicalEditor,
  ParagraphNode,
  TextNode,
} from 'lexical'
import { describe, expect, it } from 'vitest'
import { editorStateOf } from '#domain/posts/editor-state.ts'
import { $divideAtBreaks, $makePlain, $startLine, $write, LineReader } from './message-lines.ts'

const makeEditor = (text: string): LexicalEditor => {
  const editor = createEditor({
    nodes: [],
    onError: error => {
      throw error
    },
  })
  editor.setRootElement(document.createElement('div'))
  editor.registerNodeTransform(ParagraphNode, $divideAtBreaks)
  editor.registerNodeTransform(TextNode, node => void $makePlain(node))
  editor.update(() => $write(text), { discrete: true })
  return editor
}

const linesOf = (editor: LexicalEditor): string[] =>
  editor.read(() =>
    $getRoot()
      .getChildren()
      .map(line => line.getTextContent()),
  )

/** Puts the caret after that many characters of the line. */
const $select = (line: number, offset: number) => {
  const paragraph = $getRoot().getChildAtIndex(line)
  const text = $isParagraphNode(paragraph) ? paragraph.getFirstDescendant() : null
  if (text)
    $getRoot()
      .getAllTextNodes()
      .find(node => node.is(text))
      ?.select(offset, offset)
  else if ($isParagraphNode(paragraph)) paragraph.select()
}

/** Writes a sign at the caret, to show where it is. */
const $sign = () => {
  const selection = $getSelection()
  if ($isRangeSelection(selection)) selection.insertText('|')
}

const change = (editor: LexicalEditor, ...steps: (() => void)[]) => {
  for (const step of steps) editor.update(step, { discrete: true })
}

const paste = (text: string) => () => {
  const selection = $getSelection()
  if ($isRangeSelection(selection)) selection.insertRawText(text)
}

describe('the lines of a message', () => {
  it('are a paragraph each, empty ones too', () => {
    expect(linesOf(makeEditor('One\n\nTwo\n'))).toEqual(['One', '', 'Two', ''])
  })

  it('grow by one at Enter, with the caret on the new one', () => {
    const editor = makeEditor('Good morning\nBye')
    change(
      editor,
      () => $select(0, 5),
      () => void $startLine(false),
      $sign,
    )
    expect(linesOf(editor)).toEqual(['Good ', '|morning', 'Bye'])
  })

  it('grow by one at Ctrl+O, with the caret on the old one', () => {
    const editor = makeEditor('Good morning')
    change(
      editor,
      () => $select(0, 4),
      () => void $startLine(true),
      $sign,
    )
    expect(linesOf(editor)).toEqual(['Good|', ' morning'])
  })

  it.each([
    ['in the middle of a line', 'a\nb\nc', ['Xa', 'b', 'c|Y']],
    ['that ends with a line break', 'a\n', ['Xa', '|Y']],
    ['that begins with one', '\na', ['X', 'a|Y']],
    ['of empty lines alone', '\n\n', ['X', '', '|Y']],
    ['with the line breaks of other programs', 'a\vb\u2028c', ['Xa', 'b', 'c|Y']],
    ['with control characters, which are not shown', 'a\u0007b\u0008', ['Xab|Y']],
    ['that ends with the line break of another program', 'a\v', ['Xa', '|Y']],
  ])('take in a pasted text %s, with the caret behind it', (_name, text, expected) => {
    const editor = makeEditor('XY')
    change(editor, () => $select(0, 1), paste(text), $sign)
    expect(linesOf(editor)).toEqual(expected)
  })

  it('take in a text pasted into an empty message', () => {
    const editor = makeEditor('')
    change(editor, () => $select(0, 0), paste('a\n\nb\n'), $sign)
    expect(linesOf(editor)).toEqual(['a', '', 'b', '|'])
  })

  it('are divided wherever line breaks come from', () => {
    const editor = makeEditor('')
    change(
      editor,
      () => {
        const paragraph = $getRoot().getFirstChildOrThrow<ParagraphNode>()
        paragraph.append(
          $createTextNode('a'),
          $createLineBreakNode(),
          $createLineBreakNode(),
          $createTextNode('b'),
        )
        paragraph.select(2, 2)
      },
      $sign,
    )
    expect(linesOf(editor)).toEqual(['a', '|', 'b'])
  })
})

describe('the text of a message', () => {
  it('is read right after every change, although only changed lines are read', () => {
    const editor = makeEditor('One #tag\n\nThree')
    const reader = new LineReader()
    const texts: string[] = []
    editor.registerUpdateListener(({ editorState, dirtyElements }) => {
      texts.push(reader.read(editorState, dirtyElements))
      expect(texts.at(-1)).toBe(linesOf(editor).join('\n'))
    })
    change(
      editor,
      () => $select(2, 5),
      $sign,
      () => $select(1, 0),
      paste('a\nb'),
      () => $getRoot().getFirstChildOrThrow().remove(),
      () => $write('New\ntext'),
    )
    expect(texts.at(-2)).toBe('a\nb\nThree|')
    expect(texts.at(-1)).toBe('New\ntext')
  })

  it('is read whole when nobody knows what has changed', () => {
    const editor = makeEditor('One')
    const reader = new LineReader()
    reader.read(editor.getEditorState(), null)
    const before = editor.getEditorState()
    change(editor, () => $select(0, 3), $sign)
    expect(reader.read(before, null)).toBe('One')
    expect(reader.read(editor.getEditorState(), null)).toBe('One|')
  })
})

describe('the editor state that is saved', () => {
  it.each(['', 'One line', 'One #tag 👩‍👩‍👧\n\n\tThree\n'])('of %j is the same text in the editor', text => {
    const editor = makeEditor('')
    editor.setEditorState(editor.parseEditorState(editorStateOf(text) ?? ''), { tag: HISTORY_MERGE_TAG })
    expect(linesOf(editor).join('\n')).toBe(text)
  })

  it('is left out if it is too long to be stored', () => {
    expect(editorStateOf('\n'.repeat(10_000))).toBe(null)
  })
})
