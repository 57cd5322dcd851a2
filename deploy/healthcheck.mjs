// A container's health check: ends with 0 as long as the process answers. A worker does so on METRICS_PORT alone.
const { ROLES = 'web', PORT = '4500', METRICS_PORT } = process.env
const port = ROLES.includes('web') ? PORT : METRICS_PORT
const { ok } = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(4_000) })
process.exitCode = ok ? 0 : 1
