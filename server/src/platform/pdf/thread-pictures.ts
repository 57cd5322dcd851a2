import { MessageChannel, type MessagePort } from 'node:worker_threads'

/** A picture as JPEG, small enough for paper, by what names it; null: it is gone or cannot be read. */
export type PictureSource = (name: string) => Promise<Uint8Array | null>

type Answer = { readonly picture: Uint8Array | null } | { readonly fault: string }

/** Gives a thread the pictures that it asks for by `port`, one after the other: no two are in memory as they were uploaded. */
export const servePictures = (
  read: PictureSource,
): { readonly port: MessagePort; readonly close: () => void } => {
  const { port1: own, port2: port } = new MessageChannel()
  const answer = async (name: string): Promise<Answer> => {
    try {
      return { picture: await read(name) }
    } catch (error) {
      return { fault: String(error) }
    }
  }
  let last = Promise.resolve()
  own.on('message', (name: string) => {
    last = last.then(async () => own.postMessage(await answer(name)))
  })
  return { port, close: () => own.close() }
}

/** What the thread asks; it rejects with what the other side has thrown. Answers come in the order of the questions. */
export const picturesFrom = (port: MessagePort): PictureSource => {
  const waiting: PromiseWithResolvers<Uint8Array | null>[] = []
  port.on('message', (answer: Answer) => {
    const question = waiting.shift()
    if ('fault' in answer) question?.reject(new Error(answer.fault))
    else question?.resolve(answer.picture)
  })
  return name => {
    const question = Promise.withResolvers<Uint8Array | null>()
    waiting.push(question)
    port.postMessage(name)
    return question.promise
  }
}
