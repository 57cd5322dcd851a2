import { lazy, StrictMode, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { readToken } from './platform/token.ts'
import { publicPageOf } from './routes/entrance/public-page.tsx'
import { PageBoundary } from './ui/page/page-boundary.tsx'
import { ThemeProvider } from './ui/theme/provider.tsx'
import './ui/theme/global.css'

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
createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <Galley />
    </ThemeProvider>
  </StrictMode>,
)
