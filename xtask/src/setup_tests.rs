//! `xtask/setup` on machines made of stubs: what is installed, how, and what is said where that cannot be
//! done.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// The programs of every machine that the script itself uses.
const EVERYWHERE: [&str; 19] = [
    "bash",
    "cat",
    "chmod",
    "cut",
    "dirname",
    "env",
    "grep",
    "head",
    "ln",
    "mkdir",
    "mv",
    "rm",
    "sed",
    "sha512sum",
    "sort",
    "tar",
    "tr",
    "true",
    "uname",
];

/// A machine made of stubs: what it has is a folder of small scripts.
struct Machine {
    folder: TempDir,
}

/// What the script did.
struct Outcome {
    code: i32,
    /// What it printed, messages among it.
    said: String,
    /// The calls of `apt-get` and `rustup`, in order; a call through `sudo` begins with it.
    calls: Vec<String>,
}

impl Machine {
    /// Makes a machine that has nothing but what every machine has.
    fn bare(user: u32) -> Machine {
        let machine = Machine { folder: tempfile::tempdir().unwrap() };
        fs::create_dir_all(machine.path("bin")).unwrap();
        for name in EVERYWHERE {
            let real = ["/usr/bin", "/bin"].map(|folder| Path::new(folder).join(name));
            let real = real.iter().find(|path| path.exists()).unwrap_or_else(|| panic!("no {name}"));
            symlink(real, machine.path("bin").join(name)).unwrap();
        }
        machine.with("id", &format!("echo {user}"))
    }

    /// Makes a Debian whose packages have these versions; what is installed is there afterwards.
    fn debian(user: u32, node: &str, rustup: &str) -> Machine {
        let machine = Machine::bare(user).with(
            "apt-cache",
            &format!("case $2 in nodejs) v={node} ;; rustup) v={rustup} ;; esac; echo \"  Candidate: $v\""),
        );
        let bin = machine.path("bin").display().to_string();
        let root = machine.path("").display().to_string();
        machine.with(
            "apt-get",
            &format!(
                r#"echo "apt-get $*" >> {root}/calls
[ "$1" = install ] || exit 0
add() {{ printf '#!/bin/bash\n%s\n' "$2" > "{bin}/$1"; chmod +x "{bin}/$1"; }}
for package; do case $package in
    gcc) add cc : ;;
    nodejs) add node 'echo v{node}' ;;
    postgresql) add initdb : ;;
    ca-certificates) mkdir -p {root}/etc/ssl/certs; echo > {root}/etc/ssl/certs/ca-certificates.crt ;;
    curl | chromium | chromium-browser | chromium-headless-shell | rustup) add "$package" : ;;
esac; done"#
            ),
        )
    }

    /// Makes a Debian on which nothing is missing.
    fn complete(user: u32) -> Machine {
        let machine = Machine::debian(user, "20.19.2", "1.27.1").with_rust("1.89.0");
        let stubs = [("cc", ":"), ("node", "echo v20.19.2"), ("npm", ":"), ("curl", ":"), ("chromium", ":")];
        let machine = stubs.into_iter().fold(machine, |machine, (name, script)| machine.with(name, script));
        fs::create_dir_all(machine.path("etc/ssl/certs")).unwrap();
        fs::write(machine.path("etc/ssl/certs/ca-certificates.crt"), "").unwrap();
        machine.with("initdb", ":")
    }

    fn with(self, name: &str, script: &str) -> Machine {
        let path = self.path("bin").join(name);
        fs::write(&path, format!("#!/bin/bash\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        self
    }

    fn with_rust(self, version: &str) -> Machine {
        self.with("cargo", &format!("echo cargo {version}"))
    }

    /// Gives the user a sudo; one that asks for a password fails with `-n`.
    fn with_sudo(self, asks: bool) -> Machine {
        let calls = self.path("calls").display().to_string();
        let ask = if asks { "exit 1" } else { ":" };
        self.with("sudo", &format!("{ask}; shift; [ $1 = true ] || echo -n 'sudo ' >> {calls}; exec \"$@\""))
    }

    fn without(self, names: &[&str]) -> Machine {
        for name in names {
            fs::remove_file(self.path("bin").join(name)).unwrap();
        }
        self
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    fn set_up(&self, what: &str) -> Outcome {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("setup");
        let output = Command::new(self.path("bin/bash"))
            .args([script.as_os_str(), what.as_ref()])
            .env_clear()
            .env("PATH", self.path("bin"))
            .env("HOME", self.folder.path())
            .env("SETUP_ROOT", self.folder.path())
            .env("SETUP_TOOLS", self.path("tools"))
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
        let calls = fs::read_to_string(self.path("calls")).unwrap_or_default();
        Outcome {
            code: output.status.code().unwrap(),
            said,
            calls: calls.lines().map(str::to_owned).collect(),
        }
    }
}

const INSTALL: &str = "apt-get install -y -qq --no-install-recommends";

#[test]
fn a_machine_that_has_everything_is_left_alone() {
    for what in ["build", "test"] {
        let Outcome { code, said, calls } = Machine::complete(1000).set_up(what);
        assert_eq!((code, &*said, calls.len()), (0, "", 0), "{what}");
    }
}

#[test]
fn root_on_debian_gets_everything_by_one_call() {
    let machine = Machine::debian(0, "20.19.2", "").with_rust("1.95.0").with("npm", ":");
    let Outcome { code, said, calls } = machine.set_up("test");
    let packages = "ca-certificates chromium curl gcc libc6-dev nodejs postgresql";
    assert_eq!(calls, ["apt-get update -qq", &format!("{INSTALL} {packages}")]);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn building_needs_neither_a_browser_nor_a_database() {
    let machine = Machine::debian(0, "20.19.2", "").with_rust("1.95.0").with("npm", ":").with("curl", ":");
    let Outcome { code, said, calls } = machine.set_up("build");
    assert_eq!(calls[1], format!("{INSTALL} ca-certificates gcc libc6-dev nodejs"));
    assert_eq!(code, 0, "{said}");
    assert_eq!(Machine::complete(1000).without(&["chromium", "initdb", "curl"]).set_up("build").code, 0);
}

#[test]
fn a_sudo_that_asks_for_nothing_is_used() {
    let machine = Machine::complete(1000).without(&["chromium"]).with_sudo(false);
    let Outcome { code, said, calls } = machine.set_up("test");
    assert_eq!(calls.last(), Some(&format!("sudo {INSTALL} chromium")), "{said}");
    assert_eq!(code, 0, "{said}");
}

#[test]
fn everybody_else_gets_one_line_for_everything() {
    let packages = "ca-certificates chromium curl gcc libc6-dev nodejs postgresql";
    let rustup = "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y";
    let without_sudo = Machine::debian(1000, "20.19.2", "");
    let with_sudo = Machine::debian(1000, "20.19.2", "").with_sudo(true);
    for (machine, install) in [
        (without_sudo, format!("su -c 'apt-get update && apt-get install -y {packages}'")),
        (with_sudo, format!("sudo apt-get update && sudo apt-get install -y {packages}")),
    ] {
        let Outcome { code, said, calls } = machine.set_up("test");
        assert_eq!(said.lines().last(), Some(&*format!("  {install} && {rustup}")), "{said}");
        assert_eq!((code, calls.len()), (1, 0));
    }
}

#[test]
fn ubuntu_has_another_name_for_the_browser() {
    let machine = Machine::complete(0).without(&["chromium"]);
    fs::write(machine.path("etc/os-release"), "NAME=\"Ubuntu\"\nID=ubuntu\n").unwrap();
    assert_eq!(machine.set_up("test").calls.last(), Some(&format!("{INSTALL} chromium-browser")));
}

#[test]
fn a_browser_without_windows_is_preferred_where_there_is_one() {
    let machine = Machine::complete(0).without(&["chromium"]);
    let machine =
        machine.with("apt-cache", "[ $2 != chromium-headless-shell ] || echo '  Candidate: 156.0.1-1'");
    let Outcome { code, said, calls } = machine.set_up("test");
    assert_eq!(calls.last(), Some(&format!("{INSTALL} chromium-headless-shell")), "{said}");
    assert_eq!(code, 0, "{said}");
    assert_eq!(machine.set_up("test").calls.len(), calls.len(), "it is there now");
}

#[test]
fn old_versions_of_node_are_not_taken() {
    for version in ["18.20.4", "20.18.3", "21.7.0", "22.0.0", "22.9.1", "22.11.0"] {
        let machine = Machine::complete(0).with("node", &format!("echo v{version}"));
        let calls = machine.set_up("build").calls;
        assert_eq!(calls.last(), Some(&format!("{INSTALL} nodejs")), "{version}");
    }
    for version in ["20.19.0", "20.20.2", "22.12.0", "22.23.3", "24.1.0", "100.0.0"] {
        let machine = Machine::complete(0).with("node", &format!("echo v{version}"));
        assert!(machine.set_up("build").calls.is_empty(), "{version}");
    }
}

#[test]
fn where_the_distribution_has_only_an_old_node_a_pinned_one_is_fetched_and_must_be_it() {
    let curl =
        "while [ $# -gt 1 ]; do [ \"$1\" = --output ] && echo not a node > \"$2\"; shift; done; echo $1";
    let machine = Machine::debian(0, "18.20.4", "").with_rust("1.95.0").with("curl", curl);
    let Outcome { code, said, calls } = machine.set_up("build");
    assert!(!calls.concat().contains("nodejs"), "{calls:?}");
    assert!(said.contains("https://registry.npmjs.org/node-linux-"), "{said}");
    assert!(code != 0 && said.contains("did NOT match"), "{said}");
    assert!(!machine.path("tools/node").exists());
    let Outcome { code, said, .. } =
        Machine::complete(1000).without(&["npm"]).with("curl", curl).set_up("build");
    assert!(code != 0 && said.contains("https://registry.npmjs.org/npm/-/npm-"), "{said}");
}

#[test]
fn rust_is_installed_by_package_named_by_line_or_said_to_be_old() {
    let by_package = Machine::complete(0).without(&["cargo"]).set_up("build");
    assert_eq!(by_package.calls.last(), Some(&format!("{INSTALL} rustup")));
    let Outcome { code, said, .. } = Machine::complete(0).with_rust("1.85.1").set_up("build");
    assert!(code == 1 && said.contains("Rust 1.85.1 is too old, 1.89 or later is needed"), "{said}");
    assert!(said.lines().last().unwrap().starts_with("  curl --proto"), "{said}");
    let managed = Machine::complete(0).with_rust("1.85.1").with("rustup", ":").set_up("build");
    assert_eq!(managed.said.lines().last(), Some("  rustup update stable"));
}

#[test]
fn a_rustup_without_a_toolchain_gets_one() {
    let machine = Machine::complete(1000).with("cargo", "exit 1");
    let (bin, root) = (machine.path("bin"), machine.path(""));
    let script = format!(
        "echo \"rustup $*\" >> {}/calls; printf '#!/bin/bash\\necho cargo 1.95.0\\n' > {}/cargo",
        root.display(),
        bin.display()
    );
    let Outcome { code, said, calls } = machine.with("rustup", &script).set_up("build");
    assert_eq!(code, 0, "{said}");
    assert_eq!(
        calls.iter().filter(|call| call.starts_with("rustup")).collect::<Vec<_>>(),
        [
            "rustup toolchain install stable --profile minimal --component rustfmt,clippy --no-self-update",
            "rustup default stable"
        ]
    );
}

#[test]
fn where_there_is_no_apt_what_is_missing_is_named() {
    let Outcome { code, said, .. } =
        Machine::bare(0).with_rust("1.95.0").with("curl", "exit 22").set_up("test");
    assert!(code != 0, "{said}");
    let machine = Machine::complete(0).without(&["apt-get", "apt-cache", "chromium", "initdb"]);
    let Outcome { code, said, .. } = machine.set_up("test");
    assert_eq!(code, 1);
    assert!(said.contains("Missing, by their names in Debian: chromium postgresql"), "{said}");
}

/// Lets the machine have a compiler whose libraries are in a folder, and a rustup that adds to them.
fn with_libraries(machine: Machine) -> Machine {
    let root = machine.path("").display().to_string();
    let add = format!("echo \"rustup $*\" >> {root}/calls; mkdir -p {root}/lib/rustlib/$3/lib");
    machine.with("rustc", &format!("echo {root}")).with("rustup", &add)
}

#[test]
fn other_machines_get_their_compilers_and_libraries() {
    let machine = with_libraries(Machine::complete(0)).without(&["chromium", "initdb"]);
    let Outcome { code, said, calls } = machine.set_up("wasm");
    assert_eq!((code, &calls[..]), (0, &["rustup target add wasm32-wasip1".to_owned()][..]), "{said}");
    assert_eq!(machine.set_up("wasm").calls.len(), 1, "it is there now");

    let calls = machine.set_up("arm").calls;
    assert_eq!(calls[2], format!("{INSTALL} gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user"));
    assert_eq!(calls[3], "rustup target add aarch64-unknown-linux-gnu");
    fs::create_dir_all(machine.path("usr/aarch64-linux-gnu/include")).unwrap();
    fs::write(machine.path("usr/aarch64-linux-gnu/include/stdio.h"), "").unwrap();
    let machine = machine.with("aarch64-linux-gnu-gcc", ":").with("qemu-aarch64", ":");
    let Outcome { code, said, calls } = machine.set_up("arm");
    assert_eq!((code, &*said, calls.len()), (0, "", 4));
}

#[test]
fn a_library_that_cannot_be_installed_is_named() {
    let machine = with_libraries(Machine::complete(1000)).with("rustup", "exit 1");
    let Outcome { code, said, .. } = machine.set_up("wasm");
    assert_eq!(code, 1);
    assert_eq!(said.lines().last(), Some("  rustup target add wasm32-wasip1"), "{said}");
    assert_eq!(machine.set_up("moon").code, 2);
}

#[test]
fn the_versions_are_those_of_the_manifests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let script = fs::read_to_string(root.join("xtask/setup")).unwrap();
    let named = |name: &str| script.lines().find_map(|line| line.strip_prefix(name)).unwrap().to_owned();
    let cargo = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    assert!(cargo.contains(&format!("rust-version = \"{}\"", named("RUST="))));
    let web = fs::read_to_string(root.join("web/package.json")).unwrap();
    assert!(web.contains(&format!("\"node\": \">={}\"", named("NODE="))));
}
