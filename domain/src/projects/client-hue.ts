/** The angle that keeps numbers in a row as far from each other on the colour circle as can be. */
const GOLDEN_ANGLE = 137.508

/** The hue of a client in degrees, by which its pages are told from those of others; always the same one (decision 173). */
export const clientHue = (projectId: number): number => Math.round((projectId * GOLDEN_ANGLE) % 360)

/** The same as a colour of CSS, for bars and backgrounds: no text stands on it. */
export const clientColour = (projectId: number): string => `hsl(${clientHue(projectId)} 62% 48%)`
