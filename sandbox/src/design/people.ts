/** Who has an account at the design tool. */
export const designers = [
  { id: 'auDAbliZ2rQNNOsUl5OLu', name: 'Dana Reed', about: 'dana@bluebird.example · Canva Pro' },
  { id: 'auDCmo7QxWm3bkZt0VfYe', name: 'Noah Lind', about: 'noah.lind@example.com · Canva Free' },
] as const
