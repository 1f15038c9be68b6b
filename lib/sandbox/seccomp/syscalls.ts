/**
 * Numbers of the system calls that our filter names, from the kernel's own tables. `null`: that architecture never had
 * the call. A number, once given by the kernel, never changes.
 */
export const ARCHITECTURES = ["x64", "arm64"] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

type Numbers = readonly [x64: number, arm64: number | null];

/**
 * Refused outright: looking into other processes, kernel interfaces with a record of escapes, keyrings, everything that
 * changes mounts or namespaces, and what only the owner of a machine has business with.
 */
export const REFUSED_CALLS = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],

  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  memfd_secret: [447, 447],

  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],

  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  open_tree_attr: [467, 467],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  statmount: [457, 457],
  listmount: [458, 458],

  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  create_module: [174, null],
  query_module: [178, null],
  get_kernel_syms: [177, null],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  sethostname: [170, 161],
  setdomainname: [171, 162],

  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],

  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  settimeofday: [164, 170],
  adjtimex: [159, 171],
  syslog: [103, 116],
  vhangup: [153, 58],

  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  mbind: [237, 235],
  set_mempolicy: [238, 237],
  set_mempolicy_home_node: [450, 450],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  vmsplice: [278, 75],
  remap_file_pages: [216, 234],
  lsm_set_self_attr: [460, 460],

  uselib: [134, null],
  ustat: [136, null],
  sysfs: [139, null],
  sysctl: [156, null],
  nfsservctl: [180, 42],
  getpmsg: [181, null],
  putpmsg: [182, null],
  afs_syscall: [183, null],
  tuxcall: [184, null],
  security: [185, null],
  vserver: [236, null],
  lookup_dcookie: [212, 18],
} as const satisfies Record<string, Numbers>;

/** Judged by an argument, or answered as if the kernel did not know them. */
export const JUDGED_CALLS = {
  clone: [56, 220],
  clone3: [435, 435],
  fork: [57, null],
  vfork: [58, null],
  memfd_create: [319, 279],
  personality: [135, 92],
  ioctl: [16, 29],
  socket: [41, 198],
  socketpair: [53, 199],
} as const satisfies Record<string, Numbers>;

export function numberOf(numbers: Numbers, architecture: Architecture): number | null {
  return numbers[architecture === "x64" ? 0 : 1];
}
