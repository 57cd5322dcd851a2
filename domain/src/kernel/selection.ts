/** Posts that a person selects at most, which is what one call about many posts takes. */
export const SELECTED_MAX = 500
