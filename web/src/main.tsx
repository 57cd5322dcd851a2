import { lazy, StrictMode, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { readToken } from './platform/token.ts'
import { publicPageOf } from './routes/entrance/public-page.tsx'
import { PageBoundary } from './ui/page/page-boundary.tsx'
import { ThemeProvider } from './ui/theme/provider.tsx'
import './ui/theme/global.css'

/** Loaded with the first fault: most pages never have one. */
const report = (fault: unknown) =>
  void import('./platform/report-fault.ts').then(({ reportFault }) => reportFault(fault))
window.addEventListener('error', ({ error }) => report(error))
window.addEventListener('unhandledrejection', ({ reason }) => report(reason))

const loadApp = () => import('./app.tsx')
const App = lazy(() => loadApp().then(module => ({ default: module.App })))

const onMove = (listener: () => void) => {
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}

/**
 * The public pages come before the app, without its router, cache and schemas: a first visit loads little, and the rest is
 * loaded while the person types.
 */
function Galley() {
  const path = useSyncExternalStore(onMove, () => window.location.pathname)
  const [isSignedIn, setSignedIn] = useState(readToken() !== null)
  const Page = publicPageOf(path, isSignedIn)
  const goOn = () => {
    window.history.replaceState(null, '', '/')
    setSignedIn(true)
  }
  return (
    // A boundary for each page: an error in one says nothing about the others.
    <PageBoundary key={Page ? path : 'app'}>
      {Page ? <Page onReady={() => void loadApp()} onSignedIn={goOn} /> : <App />}
    </PageBoundary>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
/** A fault that a boundary catches does not reach the window. */
const onCaughtError = (fault: unknown) => {
  console.error(fault)
  report(fault)
}
createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <ThemeProvider>
      <Galley />
    </ThemeProvider>
  </StrictMode>,
)
