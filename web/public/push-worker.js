// Shows push messages, and opens what they are about (docs/product/notifications.md "Push"). It stores no pages and answers no requests.

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

self.addEventListener('push', event => {
  const { title, body, url, tag } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      data: { url },
      icon: '/icons/galley-192.png',
      badge: '/icons/badge-96.png',
    }),
  )
})

const open = async url => {
  // Only pages of Galley.
  if (new URL(url).origin !== self.location.origin) return
  const pages = await self.clients.matchAll({ type: 'window' })
  const page = pages.find(each => each.url === url)
  await (page ? page.focus() : self.clients.openWindow(url))
}

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.url))
})
