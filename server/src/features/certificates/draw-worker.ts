import { parentPort, workerData } from 'node:worker_threads'
import { drawCertificate, type PrintedCertificate } from './draw-certificate.ts'

// The thread of `getApprovalCertificate`: laying out a month takes a second, in which everybody else's calls go on.

const pdf = await drawCertificate(workerData as PrintedCertificate)
parentPort?.postMessage(new Uint8Array(pdf))
