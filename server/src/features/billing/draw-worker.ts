import { parentPort, workerData } from 'node:worker_threads'
import { drawInvoice, type PrintedInvoice } from './draw-invoice.ts'

// The thread of `printInvoice`.

const pdf = await drawInvoice(workerData as PrintedInvoice)
parentPort?.postMessage(new Uint8Array(pdf))
