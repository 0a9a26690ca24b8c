; Inno Setup: installs Margine for the person who runs it; no administrator is asked for.
; Prepared, not yet run: .github/workflows/bundle.yml builds it on Windows.

#define Version "0.1.0"

[Setup]
AppId={{6E0F6C1B-6C1F-4B61-9C43-7C6D0C1B7A41}
AppName=Margine
AppVersion={#Version}
AppPublisher=The Margine developers
PrivilegesRequired=lowest
DefaultDirName={localappdata}\Programs\Margine
DefaultGroupName=Margine
DisableProgramGroupPage=yes
SourceDir=..\..\build\margine
OutputDir=..
OutputBaseFilename=Margine-{#Version}-setup
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
Compression=lzma2/normal
LicenseFile=LICENSE
CloseApplications=yes
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "it"; MessagesFile: "compiler:Languages\Italian.isl"

[CustomMessages]
en.EraseData=Erase your libraries, settings and fetched models too?%n%nYour documents are not touched in either case.
it.EraseData=Cancellare anche le biblioteche, le impostazioni e i modelli scaricati?%n%nI tuoi documenti non vengono toccati in nessun caso.

[InstallDelete]
; An upgrade leaves no file of the version before; libraries and settings lie elsewhere and stay.
Type: filesandordirs; Name: "{app}\runtime"
Type: filesandordirs; Name: "{app}\models"

[Files]
Source: "*"; DestDir: "{app}"; Flags: recursesubdirs createallsubdirs ignoreversion

[Icons]
Name: "{group}\Margine"; Filename: "{app}\runtime\pythonw.exe"; Parameters: "-I -X utf8 -m app"; WorkingDir: "{app}"

[Run]
Filename: "{app}\runtime\pythonw.exe"; Parameters: "-I -X utf8 -m app"; Flags: nowait postinstall skipifsilent; Description: "{cm:LaunchProgram,Margine}"

[Code]
procedure CurUninstallStepChanged(Step: TUninstallStep);
begin
  if Step <> usPostUninstall then exit;
  if SuppressibleMsgBox(CustomMessage('EraseData'), mbConfirmation, MB_YESNO or MB_DEFBUTTON2, IDNO) = IDYES then
    DelTree(ExpandConstant('{localappdata}\margine'), True, True, True);
end;
