// Shows push messages, and opens what they are about (docs/product/notifications.md "Push"). It stores no pages and answers no requests.

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

const show = async ({ title, body, url, tag }) => {
  const [former] = await self.registration.getNotifications({ tag })
  await self.registration.showNotification(title, {
    body,
    tag,
    // Another one about the same makes itself heard; the same one that comes twice does not.
    renotify: Boolean(former) && (former.title !== title || former.body !== body),
    data: { url },
    icon: '/icons/galley-192.png',
    badge: '/icons/badge-96.png',
  })
}

self.addEventListener('push', event => event.waitUntil(show(event.data.json())))

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
