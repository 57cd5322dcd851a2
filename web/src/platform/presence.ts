type Listener = (message: string) => void

/** Listeners to what the live stream says about who has a post open. They check it: every page loads this, few listen. */
export const presenceListeners = new Set<Listener>()
