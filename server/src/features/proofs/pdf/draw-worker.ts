import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { picturesFrom } from '#server/platform/pdf/thread-pictures.ts'
import { drawProof } from './draw-proof.ts'
import type { PrintedProof } from './drawing.ts'

// The thread of `printProof`: laying out a month takes a second, in which everybody else's calls go on.

const { data, pictures } = workerData as { readonly data: PrintedProof; readonly pictures: MessagePort }
const pdf = await drawProof(data, picturesFrom(pictures))
parentPort?.postMessage(new Uint8Array(pdf))
