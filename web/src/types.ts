// What the daemon answers, as far as the page reads it (GET /openapi.json has all of it).
import type { Json } from './json';

export interface Page<T, Next = string> {
  items: T[];
  next?: Next;
}

export type AgentState = 'idle' | 'assigned' | 'working' | 'reporting' | 'draining' | 'crashed';
export const agentStates: AgentState[] = ['idle', 'assigned', 'working', 'reporting', 'draining', 'crashed'];

export interface Agent {
  id: string;
  state: AgentState;
  incarnation: string;
  deadline: string;
  current_task?: string;
  attempt: number;
  lanes: string[];
  version: string;
  metadata: Json;
  claims_from?: string;
  crashes: string[];
  registered_at: string;
}

export type TaskStatus =
  | 'blocked' | 'scheduled' | 'pending' | 'running' | 'completed' | 'failed' | 'cancelled' | 'dead';
export const taskStatuses: TaskStatus[] = [
  'pending', 'running', 'scheduled', 'blocked', 'completed', 'failed', 'dead', 'cancelled',
];

export interface Task {
  id: string;
  seq: number;
  place: number;
  kind: string;
  lane: string;
  thread?: string;
  priority: number;
  status: TaskStatus;
  payload?: Json;
  result?: Json;
  error?: Json;
  attempt: number;
  failures: number;
  crashes: number;
  max_attempts: number;
  holder?: string;
  run_at?: string;
  deadline?: string;
  depends_on: string[];
  waiting_for: number;
  idempotency_key?: string;
  progress?: Json;
  traceparent: string;
  metadata: Json;
  created_at: string;
  updated_at: string;
  started_at?: string;
  ended_at?: string;
}

export function hasEnded(status: TaskStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled' || status === 'dead';
}

export function canRetry(status: TaskStatus): boolean {
  return hasEnded(status) && status !== 'completed';
}

export interface LogEvent {
  position: number;
  at: string;
  event_type: string;
  task_id?: string;
  agent_id?: string;
  payload: Json;
}

export interface LogPage {
  events: LogEvent[];
  first: number;
  last: number;
  next: number;
}

export interface Subject {
  kind: 'store' | 'agent' | 'task' | 'lane' | 'group';
  id?: string;
}

export interface AttentionItem {
  severity: 'critical' | 'warning' | 'notice';
  rule: string;
  subject: Subject;
  count: number;
  at_least: boolean;
  examples: Subject[];
  since?: string;
  sentence: string;
  command: string;
}

export interface Attention {
  now: string;
  complete: boolean;
  items: AttentionItem[];
}

export interface Why {
  now: string;
  status: TaskStatus;
  reasons: { reason: string; sentence: string; command: string; task?: string; agent?: string; lane?: string }[];
}

export interface Line {
  lane: string;
  priority: number;
  depth: number;
  oldest: string;
}

export interface Queue {
  lines: Line[];
  paused: string[];
  all_paused: boolean;
}

export interface Group {
  name: string;
  cursor: number;
  visibility_us: number;
  max_deliveries: number;
  pending: number;
  dead: number;
  dropped: number;
  oldest_pending: number;
  lag: number;
  created_at: string;
}

export interface GroupReport {
  group: Group;
  pending: { position: number; consumer: string; count: number; visible_at: string }[];
  next?: number;
}

export interface DeadLetter {
  event: LogEvent;
  count: number;
  consumer: string;
  at: string;
}

export interface Thread {
  id: string;
  metadata: Json;
  messages: number;
  created_at: string;
  updated_at: string;
}

export interface Message {
  id: string;
  number: number;
  role: string;
  body: Json;
  task?: string;
  at: string;
}

export interface Signal {
  name: string;
  version: number;
  body: Json;
  at: string;
  late: boolean;
}

export interface Correlation {
  id: string;
  status: 'collecting' | 'ready' | 'orchestrating' | 'completed' | 'failed';
  version: number;
  expected: string[];
  min_agents: number;
  timeout_at: string;
  pattern: string;
  document: Json;
  step: string;
  expires_at?: string;
  created_at: string;
  updated_at: string;
  signals?: Signal[];
}

export interface Lock {
  name: string;
  owner: string;
  token: number;
  acquired_at: string;
  expires_at: string;
  session?: string;
  agent?: string;
}

export interface Health {
  now: string;
  backend: string;
  version: string;
  durable: boolean;
  durability: string;
  degraded: boolean;
  frozen: boolean;
  notes: string[];
  first: number;
  last: number;
}

export type Role = 'viewer' | 'agent' | 'orchestrator' | 'admin';

export interface Identity {
  id: string;
  name: string;
  role: Role;
  expires_at?: string;
}

export interface Token {
  id: string;
  name: string;
  role: Role;
  scope?: { agent?: string; signals?: string[]; task?: string };
  created_at: string;
  created_by: string;
  expires_at?: string;
  revoked: boolean;
}

export interface AuditEntry {
  at: string;
  actor: string;
  actor_name: string;
  role: string;
  action: string;
  object: string;
  outcome: string;
  request_id: string;
  address: string;
}
