/**
 * In place of the previews' own question about a linked page, in the build of the page of approval links: what was sent brings its page along
 * (docs/decisions/0041-linked-pages-are-frozen.md), and the page does without the cache that asks.
 */
export const useGetLinkPreview = () => ({ page: undefined, refusal: null, isReading: false })
