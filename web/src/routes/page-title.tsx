import { useMatches } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The title of the page in the browser's tab. */
    title?: string
  }
}

/** The browser tab's text: page, project, product. */
export function PageTitle({ project }: { project: string }) {
  const page = useMatches({ select: matches => matches.at(-1)?.staticData.title })
  return <title>{[page, project, 'Galley'].filter(Boolean).join(' · ')}</title>
}
