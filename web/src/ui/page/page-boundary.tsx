import { Component, type ReactNode, Suspense } from 'react'
import { GalleyMark } from './galley-mark.tsx'
import classes from './page-boundary.module.css'

/** The code of the page is loading. */
function PageLoading() {
  // Fixed wording (docs/product/posts.md "Editor page").
  return (
    <div className={classes.page} role="status" aria-busy="true" aria-label="Content is loading...">
      <span className={classes.mark}>
        <GalleyMark size={48} />
      </span>
    </div>
  )
}

/** Without it, code that fails to load (no connection, or a new version since the page was opened) leaves a blank page. */
export class PageBoundary extends Component<
  { readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return <Suspense fallback={<PageLoading />}>{this.props.children}</Suspense>
    return (
      <main className={classes.page} role="alert">
        <title>Galley</title>
        <GalleyMark size={48} />
        <p className={classes.text}>Galley could not be loaded. Check your connection and try again.</p>
        {/* A browser remembers a failed module until the document is reloaded. */}
        <button type="button" className={classes.retry} onClick={() => window.location.reload()}>
          Retry
        </button>
      </main>
    )
  }
}
