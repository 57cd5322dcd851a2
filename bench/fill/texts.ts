const openings = [
  'Behind the scenes this week:',
  'We are proud to announce',
  'Did you know?',
  'Three things we learned about',
  'Join us on Thursday for',
  'Our team has been busy with',
  'A customer asked us about',
  'Save the date:',
  'New in the shop:',
  'Sunday reading:',
]
const nouns = [
  ...['the roastery', 'a slow morning', 'our summer menu', 'the harbour festival', 'sustainable packaging'],
  ...[
    'the new collection',
    'a day in the workshop',
    'our youngest colleague',
    'the winter market',
    'local farmers',
  ],
  ...['the open kitchen', 'a long walk by the sea', 'the annual report', 'better onboarding', 'a fair price'],
  ...['remote teams', 'the first flat white', 'our neighbourhood', 'the apprentices', 'a quiet Friday'],
]
const verbs = [
  ...[
    'brings people together',
    'starts with good ingredients',
    'takes longer than you think',
    'was worth the wait',
  ],
  ...[
    'needs a steady hand',
    'is back by popular demand',
    'turned out better than planned',
    'deserves a second look',
  ],
  ...['keeps us going until spring', 'tastes best when shared', 'surprised everyone in the room'],
]
const endings = [
  ...[
    'Tell us what you think.',
    'Link in bio.',
    'See you there! 🎉',
    'Thank you for 10 years. ❤️',
    'Book a table today.',
  ],
  ...['Read more: https://example.com/blog/how-we-work', 'Who is in?', 'More on Monday.', 'Tag a friend.'],
]
const tags = [
  '#coffee',
  '#slowliving',
  '#madelocally',
  '#teamwork',
  '#onthetable',
  '#mondaymood',
  '#newin',
  '#harbour',
]

/** The same numbers in every run, so that runs can be compared. */
const dice = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

const SHORTEST = 30
const LONGEST = 1500

/** A text as agencies write them: most have one to three hundred characters, a few over a thousand. */
const textOf = (roll: () => number): string => {
  const pick = (list: readonly string[]) => list[Math.floor(roll() * list.length)] ?? ''
  const wanted = SHORTEST + (LONGEST - SHORTEST) * roll() ** 4
  let text = `${pick(openings)} ${pick(nouns)} ${Math.floor(roll() * 1000)}.`
  while (text.length < wanted)
    text += `${roll() < 0.2 ? '\n\n' : ' '}${pick(nouns)} ${pick(verbs)}, and ${pick(nouns)} ${pick(verbs)}.`
  const tail = roll() < 0.6 ? ` ${pick(endings)} ${pick(tags)} ${pick(tags)}` : ''
  return (text.slice(0, Math.max(wanted, SHORTEST)) + tail).slice(0, LONGEST)
}

/** This many different texts of 30 to 1,500 characters. */
export const makeTexts = (count: number): string[] => {
  const roll = dice(11)
  return Array.from({ length: count }, () => textOf(roll))
}
