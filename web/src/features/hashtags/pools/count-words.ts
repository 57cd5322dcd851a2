/** A number of hashtags in words. */
export const countWords = (count: number): string => (count === 1 ? '1 hashtag' : `${count} hashtags`)
