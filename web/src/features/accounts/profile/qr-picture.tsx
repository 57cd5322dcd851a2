import { encodeQR } from 'qr'

/** Black on white in both themes, with the quiet zone that readers need. */
export function QrPicture({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = encodeQR(text, 'raw', { border: 4 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`} width={180} height={180}>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
