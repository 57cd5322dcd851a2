import { $createHashtagNode, HashtagNode } from '@lexical/hashtag'
import {
  $applyNodeReplacement,
  addClassNamesToElement,
  type EditorConfig,
  type EditorThemeClasses,
  TextNode,
} from 'lexical'

/** Typed mentions and links: plain text, coloured as on the network. */
class MarkedNode extends TextNode {
  override canInsertTextBefore(): boolean {
    return false
  }
  override isTextEntity(): true {
    return true
  }
}

const marked = (element: HTMLElement, theme: EditorThemeClasses): HTMLElement => {
  addClassNamesToElement(element, theme.hashtag)
  return element
}

export class MentionNode extends MarkedNode {
  override $config() {
    return this.config('mention', { extends: TextNode })
  }
  override createDOM(config: EditorConfig): HTMLElement {
    return marked(super.createDOM(config), config.theme)
  }
}

export class AddressNode extends MarkedNode {
  override $config() {
    return this.config('address', { extends: TextNode })
  }
  override createDOM(config: EditorConfig): HTMLElement {
    return marked(super.createDOM(config), config.theme)
  }
}

export { HashtagNode }
export const $toHashtag = (node: TextNode): HashtagNode => $createHashtagNode(node.getTextContent())
export const $toMention = (node: TextNode): MentionNode =>
  $applyNodeReplacement(new MentionNode(node.getTextContent()))
export const $toAddress = (node: TextNode): AddressNode =>
  $applyNodeReplacement(new AddressNode(node.getTextContent()))
