import {
  $createLineBreakNode,
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isLineBreakNode,
  $isRangeSelection,
  type EditorState,
  type ElementNode,
  type LexicalNode,
  type NodeKey,
  type ParagraphNode,
  type PointType,
  type TextNode,
} from 'lexical'
import { countRemoved } from '#domain/kernel/removed-characters.ts'
import { plainLines } from '#domain/kernel/text.ts'

// Each line is a paragraph of its own: after a key the browser lays out, and Galley reads, that line only (decision 36).

/** Replaces the whole text. Only within an update of the editor. */
export const $write = (text: string): void => {
  const lines = text.split('\n').map(line => {
    const paragraph = $createParagraphNode()
    return line === '' ? paragraph : paragraph.append($createTextNode(line))
  })
  $getRoot()
    .clear()
    .append(...lines)
}

/** Starts a new line at the caret, which stays on the old one if `isCaretStaying`. */
export const $startLine = (isCaretStaying: boolean): boolean => {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return false
  const before = selection.insertParagraph()?.getPreviousSibling()
  if (isCaretStaying && $isElementNode(before)) before.selectEnd()
  return true
}

/** Divides a paragraph at its line breaks, which come with pasted text. */
export const $divideAtBreaks = (paragraph: ParagraphNode): void => {
  const children = paragraph.getChildren()
  if (!children.some($isLineBreakNode)) return
  const groups = groupsOf(children)
  const restore = $pointsWithin(paragraph, groups)
  const lines: ElementNode[] = [paragraph]
  for (const group of groups.slice(1)) {
    const line = $createParagraphNode().append(...group)
    lines.at(-1)?.insertAfter(line, false)
    lines.push(line)
  }
  for (const child of children) if ($isLineBreakNode(child)) child.remove(true)
  restore(lines)
}

/**
 * Brings a text, pasted for instance, to the form in which it is stored, so that what is shown is what is kept: line breaks of other
 * programs become ours. @returns whether characters were lost
 */
export const $makePlain = (node: TextNode): boolean => {
  const text = node.getTextContent()
  const plain = plainLines(text)
  if (plain === text) return false
  const selection = $getSelection()
  const isCaretHere = $isRangeSelection(selection) && selection.anchor.key === node.getKey()
  const before = isCaretHere ? plainLines(text.slice(0, selection.anchor.offset)) : null
  const [first = '', ...others] = plain.split('\n')
  const lines = [node.setTextContent(first)]
  for (const line of others) {
    const [lineBreak, rest] = [$createLineBreakNode(), $createTextNode(line)]
    lines.at(-1)?.insertAfter(lineBreak)
    lineBreak.insertAfter(rest)
    lines.push(rest)
  }
  if (before !== null) {
    const caret = before.split('\n')
    const offset = caret.at(-1)?.length ?? 0
    lines[caret.length - 1]?.select(offset, offset)
  }
  return countRemoved(text) > 0
}

/** The nodes between the line breaks. */
const groupsOf = (children: readonly LexicalNode[]): LexicalNode[][] => {
  const groups: LexicalNode[][] = [[]]
  for (const child of children)
    if ($isLineBreakNode(child)) groups.push([])
    else groups.at(-1)?.push(child)
  return groups
}

/** Remembers the ends of the selection that are places in the paragraph, not in a text. @returns what puts them into the new lines */
const $pointsWithin = (paragraph: ParagraphNode, groups: readonly LexicalNode[][]) => {
  const selection = $getSelection()
  const points: { point: PointType; line: number; offset: number }[] = []
  for (const point of $isRangeSelection(selection) ? [selection.anchor, selection.focus] : []) {
    if (point.type !== 'element' || point.key !== paragraph.getKey()) continue
    let [line, offset] = [0, point.offset]
    // Every line but the last is followed by its line break.
    for (const { length } of groups.slice(0, -1)) {
      if (offset <= length) break
      line += 1
      offset -= length + 1
    }
    points.push({ point, line, offset })
  }
  return (lines: readonly ElementNode[]) => {
    for (const { point, line, offset } of points) {
      const target = lines[line]
      if (target) point.set(target.getKey(), offset, 'element')
    }
  }
}

/** Reads the text of the editor, again only the lines that have changed since. */
export class LineReader {
  #texts = new Map<NodeKey, string>()

  /** @param changed the keys of what has changed since the last call, or null if that is unknown */
  read(state: EditorState, changed: { has(key: NodeKey): boolean } | null): string {
    const before = this.#texts
    this.#texts = state.read(
      () =>
        new Map(
          $getRoot()
            .getChildren()
            .map(line => {
              const key = line.getKey()
              const known = changed?.has(key) === false ? before.get(key) : undefined
              return [key, known ?? line.getTextContent()]
            }),
        ),
    )
    return [...this.#texts.values()].join('\n')
  }
}
