import { parentPort, workerData } from 'node:worker_threads'
import { drawReport, type PrintedReport } from './draw-report.ts'

// The thread of `printReport`: laying out a hundred posts takes a second, in which everybody else's calls go on.

const pdf = await drawReport(workerData as PrintedReport)
parentPort?.postMessage(new Uint8Array(pdf))
